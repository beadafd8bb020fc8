/** A thread that views pages for `viewing.ts`, until it is told to stop; then it answers how long each view took. */
import { parentPort, workerData } from 'node:worker_threads'
import { pause, type Viewing } from './viewing.ts'

const POLL_MS = 250

const { addresses, authorizations, everyMs } = workerData as Viewing
const pending: Promise<number>[] = []
let next = 0
const timer = setInterval(() => pending.push(view(next++)), everyMs)

parentPort?.once('message', () => void stop())

async function stop(): Promise<void> {
  // At least each page once.
  while (pending.length < addresses.length) await pause(POLL_MS)
  clearInterval(timer)
  parentPort?.postMessage(await Promise.all(pending))
}

async function view(number: number): Promise<number> {
  const address = addresses[number % addresses.length] ?? ''
  // Each user gets to see each page.
  const round = Math.floor(number / addresses.length)
  const authorization = authorizations[(number + round) % authorizations.length] ?? ''
  const began = performance.now()
  const response = await fetch(address, { headers: { authorization } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return performance.now() - began
}
