"""The papers that a town serves, files and posts, made from a case and its standing."""
