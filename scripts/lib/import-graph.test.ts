import { describe, expect, it } from 'vitest'
import { affectedTests, ImportGraph } from './import-graph.ts'

/** Texts by paths from `src` (those with a slash at the beginning from the root). */
const TREE = {
  '/vitest.config.ts': `const setup = './test/setup.ts'`,
  '/package.json': '{}',
  '/test/setup.ts': '',
  'server.ts': `import { apples } from '#features/apples/server/index.ts'
import { pears } from '#features/pears/server/index.ts'
import { plums } from '#features/plums/server/index.ts'`,
  'web.tsx': `void import('#features/apples/web/index.tsx')`,
  'features/apples/contract.ts': `export const path = '/apples'`,
  'features/apples/server/index.ts': `export { apples } from './store.ts'`,
  'features/apples/server/store.ts': `import en from '../i18n/en.json' with { type: 'json' }
export const apples = new URL('helper.ts', import.meta.url)`,
  'features/apples/server/helper.ts': '',
  'features/apples/i18n/en.json': '{}',
  'features/apples/web/index.tsx': `import './apples.css'`,
  'features/apples/web/apples.css': '',
  'features/apples/store.test.ts': `import {
  apples,
  type Apples,
} from './server/store.ts'`,
  'features/apples/http.test.ts': `import { features } from '../../server.ts'`,
  'features/apples/apples.e2e.ts': '',
  'features/pears/server/index.ts': `import { apples } from '#features/apples/server/index.ts'`,
  'features/pears/pears.test.ts': `import { features } from '../../server.ts'`,
  'features/pears/unit.test.ts': `import { pears } from './server/index.ts'`,
  'features/plums/server/index.ts': `import type { Apples } from '#features/apples/server/index.ts'
type Path = typeof import('../../apples/contract.ts')`,
  'features/plums/plums.test.ts': `import { features } from '../../server.ts'`,
  'features/plums/pure.test.ts': `const list = ['src/features/apples/store.test.ts']`,
}
const graph = ImportGraph.of(
  new Map(Object.entries(TREE).map(([path, text]) => [path.startsWith('/') ? path.slice(1) : `src/${path}`, text])),
)
const ranksOf = (...changed: string[]) => graph.affected(changed).map(({ file, rank }) => `${rank} ${file}`)

describe('the import graph', () => {
  it('ranks the tests that a change affects, the nearest first', () => {
    expect(ranksOf('src/features/apples/server/store.ts')).toEqual([
      '0 src/features/apples/store.test.ts',
      '1 src/features/apples/http.test.ts',
      '2 src/features/pears/unit.test.ts',
      '3 src/features/pears/pears.test.ts',
      '4 src/features/plums/plums.test.ts',
    ])
  })

  it('follows JSON, style sheets and files that are named by an URL', () => {
    expect(ranksOf('src/features/apples/i18n/en.json')[0]).toBe('1 src/features/apples/store.test.ts')
    expect(ranksOf('src/features/apples/server/helper.ts')[0]).toBe('1 src/features/apples/store.test.ts')
    expect(ranksOf('src/features/apples/web/apples.css')).toEqual(['1 src/features/apples/apples.e2e.ts'])
  })

  it('leaves out imports of types', () => {
    expect(ranksOf('src/features/apples/contract.ts')).toEqual([])
  })

  it('counts a changed test as affected, and as a dependency of no other', () => {
    expect(ranksOf('src/features/apples/store.test.ts')).toEqual(['0 src/features/apples/store.test.ts'])
  })

  it('takes all tests for a change of the packages or of the set-up', () => {
    expect(
      graph
        .affected(['package.json'])
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(graph.tests)
    expect(graph.affected(['test/setup.ts'])).toHaveLength(graph.tests.length)
  })

  it('knows what the browser loads', () => {
    expect(graph.reaches('src/web.tsx', 'src/features/apples/web/apples.css')).toBe(true)
    expect(graph.reaches('src/web.tsx', 'src/features/apples/server/store.ts')).toBe(false)
  })
})

describe('affectedTests', () => {
  it('finds the tests of this repository', async () => {
    expect((await affectedTests(['scripts/lib/import-graph.ts']))[0]).toBe('scripts/lib/import-graph.test.ts')
    const tests = await affectedTests(['src/features/likes/server/service.ts'])
    // Tests of scripts quote that path.
    const first = tests.filter(file => file.startsWith('src/')).slice(0, 2)
    expect(first.toSorted()).toEqual(['src/features/likes/likes.e2e.ts', 'src/features/likes/likes.test.ts'])
    expect(tests).toContain('src/features/labels/labels.test.ts')
  })
})
