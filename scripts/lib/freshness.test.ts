import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginBuild, isFresh } from './freshness.mjs'

describe('whether the build is fresh', () => {
  let folder: string
  const write = (path: string, text: string) => writeFile(join(folder, path), text)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oxbow-fresh-'))
    await mkdir(join(folder, 'src/platform'), { recursive: true })
    await mkdir(join(folder, 'dist'))
    await write('package.json', '{}')
    await write('src/platform/one.ts', 'one')
    const finish = beginBuild(folder)
    await write('dist/cli.js', '')
    finish()
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is after a build', () => {
    expect(isFresh(folder)).toBe(true)
  })

  it('is not after a change, a new file or a removal', async () => {
    await write('src/platform/one.ts', 'two')
    expect(isFresh(folder)).toBe(false)
    await write('src/platform/one.ts', 'one')
    expect(isFresh(folder)).toBe(true)
    await write('src/platform/two.ts', 'two')
    expect(isFresh(folder)).toBe(false)
    await rm(join(folder, 'src/platform/two.ts'))
    await rm(join(folder, 'src/platform/one.ts'))
    expect(isFresh(folder)).toBe(false)
  })

  it('is when only the times of files changed', async () => {
    await utimes(join(folder, 'src/platform/one.ts'), 1, 1)
    expect(isFresh(folder)).toBe(true)
  })

  it('is when only tests changed', async () => {
    await write('src/platform/one.test.ts', 'test')
    expect(isFresh(folder)).toBe(true)
  })

  it('is not after a build that did not finish, nor when something was edited during it', async () => {
    const finish = beginBuild(folder)
    expect(isFresh(folder)).toBe(false)
    await write('src/platform/one.ts', 'edited meanwhile')
    finish()
    expect(isFresh(folder)).toBe(false)
  })

  it('is not when what was built is gone', async () => {
    await rm(join(folder, 'dist/cli.js'))
    expect(isFresh(folder)).toBe(false)
  })
})
