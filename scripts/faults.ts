/**
 * `npm run faults [-- --lane quick|full --only ID,ID --from ID --files N --e2e-files N --sqlite --resume --list]`: puts the small
 * faults of scripts/faults/table.ts into a copy of the tree, one at a time, and reports which the tests find.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import type { Fault } from './faults/fault.ts'
import { markdownTable, summary, type Result } from './faults/report.ts'
import { faults } from './faults/table.ts'
import {
  batchesOf,
  runBatch,
  runGroup,
  type Lane,
  type Limits,
  type Outcome,
  type Surroundings,
} from './faults/tests.ts'
import { CopiedTree, problemsOf } from './faults/tree.ts'
import { isFresh } from './lib/freshness.mjs'
import { BROWSER_ENTRIES, ImportGraph } from './lib/import-graph.ts'
import { root } from './lib/packages.mjs'
import { run, toolEnvironment } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    lane: { type: 'string', default: 'full' },
    only: { type: 'string' },
    from: { type: 'string' },
    files: { type: 'string', default: '16' },
    'e2e-files': { type: 'string', default: '4' },
    resume: { type: 'boolean', default: false },
    sqlite: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const lane = laneOf(values.lane)
const limits: Limits = { unit: Number(values.files), e2e: Number(values['e2e-files']) }
if (!(limits.unit >= 0 && limits.e2e >= 0 && limits.unit + limits.e2e > 0))
  throw new Error('--files and --e2e-files are numbers from 0, not both 0')
const chosen = choose()
const problems = await problemsOf(faults)
if (problems.length > 0) throw new Error(`scripts/faults does not fit the sources:\n${problems.join('\n')}`)
const graph = await ImportGraph.read(root)
const testsOf = (fault: Fault) => graph.affected([fault.file])
const untested = chosen.filter(fault => testsOf(fault).length === 0)
if (untested.length > 0) throw new Error(`no test depends on the files of ${untested.map(({ id }) => id).join(', ')}`)

/** Test files that passed without any fault. */
const passing = new Set<string>()
/** One result a line, of all runs. */
const ledger = join(root, 'test-results/faults.jsonl')
const earlier = await readLedger()

if (values.list) for (const { id, file, kind, effect } of chosen) console.log(`${id}  ${file}  ${kind}: ${effect}`)
else await tryAll()

function laneOf(name: string): Lane {
  if (name !== 'quick' && name !== 'full') throw new Error('--lane is quick or full')
  return name
}

function choose(): Fault[] {
  const ids = values.only?.split(',') ?? []
  for (const id of [...ids, ...(values.from ? [values.from] : [])])
    if (!faults.some(fault => fault.id === id)) throw new Error(`there is no fault ${id}; --list names them`)
  const from = values.from ? faults.findIndex(({ id }) => id === values.from) : 0
  return faults.slice(from).filter(({ id }) => ids.length === 0 || ids.includes(id))
}

async function readLedger(): Promise<Result[]> {
  const text = await readFile(ledger, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Result)
}

async function tryAll(): Promise<void> {
  const isKnown = ({ id }: Fault) => earlier.some(result => result.id === id && result.lane === lane)
  const open = chosen.filter(fault => !(values.resume && isKnown(fault)))
  // Browser tests load it.
  if (limits.e2e > 0 && !isFresh(root) && (await run('node', ['scripts/build.ts'])) !== 0) process.exit(1)
  await mkdir(join(root, 'test-results'), { recursive: true })
  const results = [...earlier]
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)))
  const postgres = await startPostgres()
  try {
    const tree = await CopiedTree.make()
    const surroundings: Surroundings = {
      tree: tree.path,
      lane,
      databaseUrl: postgres.url,
      onlySqlite: values.sqlite,
      stop: stop.signal,
    }
    try {
      for (const [index, fault] of open.entries()) {
        const result = await tryFault(tree, fault, surroundings)
        await appendFile(ledger, `${JSON.stringify(result)}\n`)
        results.push(result)
        const caught = result.caught ? `caught by ${result.caught.file}: ${result.caught.test}` : 'NOT CAUGHT'
        console.log(`${index + 1}/${open.length} ${fault.id} (${result.seconds} s): ${caught}`)
      }
    } finally {
      await tree.remove()
    }
  } finally {
    await postgres.stop()
  }
  console.log(`\n${markdownTable(chosen, results)}\n\n${summary(chosen, results)}`)
}

/** Runs the tests of a fault, batch by batch, until one fails. */
async function tryFault(tree: CopiedTree, fault: Fault, surroundings: Surroundings): Promise<Result> {
  const started = performance.now()
  const ran: string[] = []
  let passed = 0
  let caught: Outcome['failure']
  let isBuilt = false
  const restore = await tree.apply(fault)
  try {
    for (const batch of batchesOf(testsOf(fault), limits)) {
      if (batch.project === 'e2e' && !isBuilt && BROWSER_ENTRIES.some(entry => graph.reaches(entry, fault.file))) {
        isBuilt = true
        const { code, output } = await runGroup('node', ['scripts/build.ts'], {
          cwd: tree.path,
          env: toolEnvironment,
          stop: surroundings.stop,
        })
        if (code !== 0) throw new Error(`${fault.id} cannot be built:\n${output}`)
      }
      const outcome = await runBatch(batch, surroundings)
      ran.push(...batch.files)
      passed += outcome.passed
      caught = outcome.failure
      if (caught) break
    }
  } finally {
    await restore()
    if (isBuilt) await tree.restoreBuild()
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  if (caught) await requirePassing(caught.file, surroundings)
  return { id: fault.id, lane, seconds, files: ran.length, passed, ...(caught ? { caught } : {}) }
}

/** @throws Error where a test also fails without the fault, and so proves nothing */
async function requirePassing(names: string, surroundings: Surroundings): Promise<void> {
  const files = names.split(' ').filter(file => !passing.has(file))
  for (const project of ['unit', 'e2e'] as const) {
    const ofProject = files.filter(file => file.endsWith('.e2e.ts') === (project === 'e2e'))
    if (ofProject.length === 0) continue
    const { failure } = await runBatch({ project, files: ofProject }, surroundings)
    if (failure) throw new Error(`${failure.file} fails without any fault: ${failure.test}`)
  }
  for (const file of files) passing.add(file)
}
