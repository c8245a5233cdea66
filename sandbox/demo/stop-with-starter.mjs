// Preloaded into the programs the demo starts: when the starter is gone, however it went, they stop as if asked to.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
