import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = async () => {
  const paths = ['README.md', 'CONTRIBUTING.md']
  for await (const path of glob('docs/**/*.md', { cwd: root })) paths.push(path)
  return paths
}
const read = (path: string) => readFile(join(root, path), 'utf8')
/** A path that is written as the docs write one: from the root, or from `src/`. */
const isThere = (path: string) => [path, `src/${path}`].some(place => existsSync(join(root, place)))

describe('the documentation', () => {
  it('links to what is there', async () => {
    const broken: string[] = []
    for (const document of await documents()) {
      for (const [, target = ''] of (await read(document)).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (/^\w+:/.test(target)) continue
        if (!existsSync(join(root, normalize(join(dirname(document), target))))) broken.push(`${document}: ${target}`)
      }
    }
    expect(broken).toEqual([])
  })

  it('names files that are there', async () => {
    const missing: string[] = []
    for (const document of await documents()) {
      for (const [, path = ''] of (await read(document)).matchAll(
        /`((?:src|features|platform|language|diagrams|scripts|test|bench)\/[\w./-]+\.\w+)`/g,
      )) {
        if (!isThere(path)) missing.push(`${document}: ${path}`)
      }
    }
    expect(missing).toEqual([])
  })

  it('has code to imitate for each recipe', async () => {
    const table = (await read('docs/developers/adding.md')).split('\n').filter(line => line.startsWith('| '))
    const recipes = table.filter(line => !/^\| (?:to add|---)/.test(line)).map(line => line.split(' | '))
    expect(recipes.length).toBeGreaterThanOrEqual(10)
    for (const recipe of recipes) {
      expect(
        [...(recipe.at(-1) ?? '').matchAll(/`([\w-]+\/[\w./-]+)`/g)].some(([, path = '']) => isThere(path)),
        recipe[0],
      ).toBe(true)
    }
  })
})
