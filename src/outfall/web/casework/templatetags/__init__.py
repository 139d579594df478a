"""What templates can say of money, days and names."""
