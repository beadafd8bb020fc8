import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/packages.mjs'

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

it('has a line in docs/dependencies.md for each package, and none for others', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest
  const used = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap(Object.keys)
  const document = await readFile(join(root, 'docs/dependencies.md'), 'utf8')
  const cells = document
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|')[1] ?? '')
  const listed = cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
  expect(listed.toSorted()).toEqual(used.toSorted())
})
