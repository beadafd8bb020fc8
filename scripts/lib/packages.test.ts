import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whyInstall } from './packages.mjs'

describe('whether packages have to be installed', () => {
  let folder: string
  const lock = {
    '': {},
    'node_modules/one': { version: '1.0.0' },
    'node_modules/one/node_modules/two': { version: '2.0.0' },
    'node_modules/other-machine': { version: '3.0.0', optional: true },
  }
  const installed = (packages: object) =>
    writeFile(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-packages-'))
    await mkdir(join(folder, 'node_modules'))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: lock }))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is so in a fresh checkout', () => {
    expect(whyInstall(folder)).toBe('none yet')
  })

  it('is not when all that is locked is there, but for what fits other machines', async () => {
    const { 'node_modules/other-machine': _, ...fitting } = lock
    await installed(fitting)
    expect(whyInstall(folder)).toBeUndefined()
  })

  it('is so when a package is missing or of another version', async () => {
    await installed({ ...lock, 'node_modules/one': { version: '0.9.0' } })
    expect(whyInstall(folder)).toBe('one is not at 1.0.0')
    const { 'node_modules/one/node_modules/two': _, ...rest } = lock
    await installed(rest)
    expect(whyInstall(folder)).toBe('two is not at 2.0.0')
  })

  it('says so when the checkout has no lock file', async () => {
    await rm(join(folder, 'package-lock.json'))
    expect(() => whyInstall(folder)).toThrow('package-lock.json is missing')
  })
})
