"""Cases: their entries, which are only ever added to, and what lists need of them."""
