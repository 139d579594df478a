"""(to be written)"""

from django.urls import URLPattern

PATHS: list[URLPattern] = []
