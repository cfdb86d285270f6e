"""A llama.cpp server with a small model, for tests: MODEL WINDOW SLOTS. Prints its port, and ends when its input does."""
import sys

import xllamacpp

model, window, slots = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
params = xllamacpp.CommonParams()
params.model.path = model
params.n_ctx = window * slots
params.n_parallel = slots
params.port = 0
# Two that wait for each other are slower than one, where the machine does other things, too.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.endpoint_props = True
params.warmup = False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
