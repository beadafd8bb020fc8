/** A process that takes a job and works on it until it is killed: `node working-process.ts <home> [database url]`. */
import type { App } from '../../app.ts'
import { openDatabase } from '../../database/index.ts'
import { createLog } from '../../log.ts'
import { createJobs } from '../index.ts'

const [home = '', databaseUrl] = process.argv.slice(2)
const jobs = createJobs(await openDatabase({ home, databaseUrl }), createLog('silent'))
jobs.define({
  kind: 'work',
  async run({ progress }) {
    await progress(50, { key: 'half done' })
    process.stdout.write('working\n')
    setInterval(() => {}, 1000)
    await new Promise(() => {})
  },
})
await jobs.start({} as App)
await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null })
