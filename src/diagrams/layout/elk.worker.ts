/** The layout engine in a worker, for the messages of `elk-api`. */
import 'elkjs/lib/elk-worker.min.js'
