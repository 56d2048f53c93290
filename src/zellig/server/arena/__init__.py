"""The arena on a server: seasons that anybody's performer can enter, played by workers, and by people."""
