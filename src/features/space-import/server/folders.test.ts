import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeImportFolder, removeLeftFolders } from './folders.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'oxbow-import-folders-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('removes what killed imports have left, and nothing of imports that run or of others', async () => {
  const host = hostname().replaceAll(/[^\w-]/g, '_')
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const make = async (name: string, at?: Date) => {
    await mkdir(join(home, name))
    await writeFile(join(home, name, 'objects.db'), 'left')
    if (at) await utimes(join(home, name), at, at)
  }
  const running = basename(await makeImportFolder(home))
  // No process has such an id.
  await make(`import-${host}.4194305.1.x`)
  // A process of this id before this one, as in a container.
  await make(`import-${host}.${process.pid}.1.x`)
  await make('import-elsewhere.1.1.x')
  await make('import-abandoned.1.1.x', yesterday)
  // As earlier versions named them.
  await make('import-Ab12Cd')
  await make('import-Ef34Gh', yesterday)
  await make('imported', yesterday)
  await writeFile(join(home, 'import-notes.txt'), 'mine')
  await removeLeftFolders(home)
  expect((await readdir(home)).toSorted()).toEqual(
    [running, 'import-Ab12Cd', 'import-elsewhere.1.1.x', 'import-notes.txt', 'imported'].toSorted(),
  )
})
