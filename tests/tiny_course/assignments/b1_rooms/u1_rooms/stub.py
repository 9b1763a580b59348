PRICE_PER_HOUR = 3


# %%
def room_for(people):
    """返回 "small"、"large" 或 "none" / Return "small", "large" or "none"."""
    raise NotImplementedError


# %%
def price(hours):
    """返回价格 / Return the price."""
    raise NotImplementedError
