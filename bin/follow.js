// Loaded into the program that `handOver` starts: should its parent be killed, it ends as abruptly. Else it would stay
// behind and hold the port and the data.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
