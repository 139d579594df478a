"""Four questions about very many cases, answered by each of the engines that one could take."""
