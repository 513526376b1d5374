"""The steps by which the schema came to be. Nothing is ever taken out of them."""
