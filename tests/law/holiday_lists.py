"""Lists of holidays for tests of the law, each as its statute has it today."""

from datetime import date

from outfall.law.calendar import Calendar, Holiday

NEAREST_WEEKDAY = ((5, -1), (6, 1))
SUNDAY_TO_MONDAY = ((6, 1),)

# 5 U.S.C. 6103(a); (b)(1) and Executive Order 11582 move Saturdays back and Sundays on.
FEDERAL = (
    Holiday("New Year's Day", 1, 1, observed=NEAREST_WEEKDAY),
    Holiday("Birthday of Martin Luther King, Jr.", 1, weekday=0, nth=3, since=date(1986, 1, 1)),
    Holiday("Washington's Birthday", 2, weekday=0, nth=3),
    Holiday("Memorial Day", 5, weekday=0, nth=-1),
    Holiday(
        "Juneteenth National Independence Day",
        6,
        19,
        since=date(2021, 6, 17),
        observed=NEAREST_WEEKDAY,
    ),
    Holiday("Independence Day", 7, 4, observed=NEAREST_WEEKDAY),
    Holiday("Labor Day", 9, weekday=0, nth=1),
    Holiday("Columbus Day", 10, weekday=0, nth=2),
    Holiday("Veterans Day", 11, 11, observed=NEAREST_WEEKDAY),
    Holiday("Thanksgiving Day", 11, weekday=3, nth=4),
    Holiday("Christmas Day", 12, 25, observed=NEAREST_WEEKDAY),
)

# N.Y. Gen. Constr. Law 24: a Sunday holiday but Flag Day gives the next day, a Saturday one none.
NEW_YORK = (
    Holiday("New Year's Day", 1, 1, observed=SUNDAY_TO_MONDAY),
    Holiday("Dr. Martin Luther King, Jr. day", 1, weekday=0, nth=3),
    Holiday("Lincoln's birthday", 2, 12, observed=SUNDAY_TO_MONDAY),
    Holiday("Washington's birthday", 2, weekday=0, nth=3),
    Holiday("Memorial Day", 5, weekday=0, nth=-1),
    Holiday("Flag Day", 6, weekday=6, nth=2),
    Holiday("Juneteenth", 6, 19, since=date(2020, 10, 14), observed=SUNDAY_TO_MONDAY),
    Holiday("Independence Day", 7, 4, observed=SUNDAY_TO_MONDAY),
    Holiday("Labor Day", 9, weekday=0, nth=1),
    Holiday("Columbus Day", 10, weekday=0, nth=2),
    Holiday("Election Day", 11, weekday=1, on_or_after=2),
    Holiday("Veterans Day", 11, 11, observed=SUNDAY_TO_MONDAY),
    Holiday("Thanksgiving Day", 11, weekday=3, nth=4),
    Holiday("Christmas Day", 12, 25, observed=SUNDAY_TO_MONDAY),
)

# Banking and Financial Dealings Act 1971, England and Wales; Easter is written in year by year.
BRITISH = (
    Holiday("New Year's Day", 1, 1, observed=((5, 2), (6, 1))),
    Holiday("Early May bank holiday", 5, weekday=0, nth=1),
    Holiday("Spring bank holiday", 5, weekday=0, nth=-1),
    Holiday("Summer bank holiday", 8, weekday=0, nth=-1),
    Holiday("Christmas Day", 12, 25, observed=((5, 2), (6, 2))),
    Holiday("Boxing Day", 12, 26, observed=((5, 2), (6, 2))),
)
EASTER_2018 = ((date(2018, 3, 30), "Good Friday"), (date(2018, 4, 2), "Easter Monday"))

US = Calendar(FEDERAL)
NY = Calendar(NEW_YORK)
ENGLAND = Calendar(BRITISH, added=EASTER_2018)
