import { Highlighter } from '../macros/highlight.ts'
import type { MacroRegistry } from '../macros/registry.ts'
import type { Reference } from '../references.ts'
import { referenceKey } from '../references.ts'
import { restAfter } from '../rest.ts'
import { RenderBudget } from './budget.ts'
import type { RenderDependencies, RenderHost, RenderMode, RenderOptions, Translate } from './types.ts'

/** State shared by all documents of one rendering: the page and its includes. */
export class RenderSession {
  readonly host: RenderHost
  readonly macros: MacroRegistry
  readonly mode: RenderMode
  readonly t: Translate
  readonly baseUrl: string
  readonly highlighter = new Highlighter()
  readonly budget: RenderBudget
  readonly #locale: string
  readonly #onError: RenderOptions['onError']
  readonly #contentIds = new Set<string>()
  readonly #references = new Map<string, Reference>()
  readonly #macroNames = new Set<string>()
  #perUser = false
  #volatile = false
  #worded = false
  #began: number | undefined
  #line: Promise<void> = Promise.resolve()
  #hasEnded = false

  constructor(options: RenderOptions, macros: MacroRegistry) {
    this.host = options.host
    this.macros = macros
    this.mode = options.mode ?? 'view'
    const translate = options.t ?? identity
    this.t = (text, variables) => {
      this.#worded = true
      return translate(text, variables)
    }
    this.#locale = options.locale ?? 'en-GB'
    this.baseUrl = (options.baseUrl ?? '').replace(/\/+$/, '')
    this.#onError = options.onError
    this.budget = options.budget ?? new RenderBudget()
  }

  /** For dates. */
  get locale(): string {
    this.#worded = true
    return this.#locale
  }

  /** Whether the reader sees the page inside the wiki, with its theme. */
  get themed(): boolean {
    return this.mode === 'view' || this.mode === 'preview'
  }

  /** An author's URL for readers outside the wiki: a path gets the wiki's host. */
  written(href: string): string {
    if (this.themed || !/^\/(?!\/)/.test(href)) return href
    return (/^[a-z]+:\/\/[^/]*/i.exec(this.baseUrl)?.[0] ?? '') + href
  }

  /** URL of a path of the wiki; absolute for readers outside the wiki. */
  url(path: string): string {
    if (!/^\/(?!\/)/.test(path)) return path
    if (!this.themed) return this.baseUrl + path
    return this.baseUrl.replace(/^[a-z]+:\/\/[^/]*/i, '') + path
  }

  /**
   * Awaited before a large piece of work: resolves in its own turn of the event loop, so that a page with many such
   * pieces does not block the others.
   */
  turn(): Promise<void> {
    this.#line = this.#line.then(() => this.#rest())
    return this.#line
  }

  /** Cancels all pending turns. */
  end(): void {
    this.#hasEnded = true
  }

  async #rest(): Promise<void> {
    if (this.#began !== undefined) {
      await after(0)
      const rest = restAfter(performance.now() - this.#began)
      if (rest > 0) await after(rest)
    }
    if (this.#hasEnded) throw new Error('The rendering has ended')
    this.#began = performance.now()
  }

  failed(error: unknown, macroName: string): void {
    if (!this.#hasEnded) this.#onError?.(error, macroName)
  }

  readonly depends = {
    content: (id: string): void => {
      this.#contentIds.add(id)
    },
    reference: (reference: Reference): void => {
      this.#references.set(referenceKey(reference), reference)
    },
    macro: (name: string): void => {
      this.#macroNames.add(name)
    },
    perUser: (): void => {
      this.#perUser = true
    },
    volatile: (): void => {
      this.#volatile = true
    },
  }

  dependencies(): RenderDependencies {
    return {
      contentIds: [...this.#contentIds],
      references: [...this.#references.values()],
      macros: [...this.#macroNames].toSorted(),
      perUser: this.#perUser,
      volatile: this.#volatile,
      worded: this.#worded,
    }
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** The English text with its variables filled in. */
export const identity: Translate = (text, variables = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(variables[name] ?? whole))
