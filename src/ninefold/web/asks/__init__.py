"""What a worker can be asked: each ask is a function of what was sent, and gives back what is answered."""
