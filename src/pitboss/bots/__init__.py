"""Players made of code. They know the card room by its public interface only, as any guest does."""
