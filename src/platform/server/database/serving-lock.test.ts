import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { holdServing } from './serving-lock.ts'

it('one process at a time serves a folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'oxbow-lock-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const release = holdServing(home)
  expect(() => holdServing(home)).toThrow(`Another Oxbow serves the wiki in ${home} already`)
  release()
  holdServing(home)()
  expect(() => holdServing(join(home, 'nowhere'))).toThrow(/directory does not exist/)
})
