import { describe, expect, it } from 'vitest'
import { CALLBACK_DELAY_MS, ModuleLoader } from './module-loader.ts'

describe('the modules of scripts', () => {
  it('are made once, with what they depend on', () => {
    const loader = new ModuleLoader()
    let made = 0
    loader.define('a', [], () => ({ number: ++made }))
    loader.define('b', ['a'], a => ({ a }))
    loader.define('a', [], () => 'taken')
    expect(loader.load('b')).toEqual({ a: { number: 1 } })
    expect(loader.load('a')).toEqual({ number: 1 })
  })

  it('throw when one is missing or they wait for each other [D8-11]', () => {
    const loader = new ModuleLoader()
    loader.define('a', ['b'], () => 1)
    loader.define('b', ['a'], () => 2)
    loader.define('c', ['nowhere'], () => 3)
    expect(() => loader.load('a')).toThrow('Modules wait for each other: a → b → a')
    expect(() => loader.load('c')).toThrow('Missing module nowhere')
    expect(() => loader.require(['nowhere'], () => undefined)).toThrow('Missing module nowhere')
  })

  it('come to a callback 4 ms later [D9-20]', () => {
    const waiting: [() => void, number][] = []
    const loader = new ModuleLoader((run, ms) => {
      waiting.push([run, ms])
    })
    loader.define('a', [], () => 'module a')
    const came: unknown[] = []
    loader.require(['a'], module => {
      came.push(module)
    })
    expect([came, waiting.map(([, ms]) => ms), CALLBACK_DELAY_MS]).toEqual([[], [4], 4])
    waiting[0]?.[0]()
    expect(came).toEqual(['module a'])
  })
})
