/** The layout engine in a worker: it takes the messages that `elk-api` sends. */
import 'elkjs/lib/elk-worker.min.js'
