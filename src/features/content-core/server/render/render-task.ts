import {
  builtinMacros,
  createMacroRegistry,
  ensureTaskIds,
  htmlFromData,
  identity,
  render,
  RenderLimitError,
  serialiseNodes,
  type ChildPage,
  type ChildrenQuery,
  type HtmlData,
  type IncludedPage,
  type Macro,
  type MacroRenderer,
  type Reference,
  type RenderDependencies,
  type RenderHost,
  type RenderOptions,
  type RenderPage,
  type Resolved,
} from '#language/index.ts'
import { messageOf } from '#platform/message-of.ts'
import { Texts } from '#platform/server/texts.ts'
import type { Ask, WorkerTask } from '#platform/server/workers/task.ts'
import { documentOf } from '../model/documents.ts'
import de from '../../i18n/de.json' with { type: 'json' }
import en from '../../i18n/en.json' with { type: 'json' }

export interface RenderInput extends Required<Pick<RenderOptions, 'page' | 'mode' | 'locale'>> {
  readonly storage: string
  readonly baseUrl: string | undefined
  /** Macros of features, which the wiki itself renders. */
  readonly macros: readonly FeatureMacro[]
}

export interface FeatureMacro extends Pick<Macro, 'name' | 'aliases' | 'lists'> {
  readonly output: ReturnType<Macro['output']>
}

/** The thread's questions to the wiki, with their answers. */
export interface RenderQuestions {
  resolve: [{ references: readonly Reference[] }, ReadonlyMap<string, Resolved>]
  children: [{ query: ChildrenQuery }, readonly ChildPage[]]
  include: [{ reference: Reference }, (Omit<IncludedPage, 'document'> & { storage: string }) | undefined]
  macro: [{ storage: string }, HtmlData]
  emoji: [{ name: string }, string | undefined]
}
export type RenderQuestion = {
  [Of in keyof RenderQuestions]: { readonly of: Of; readonly page: RenderPage } & Readonly<RenderQuestions[Of][0]>
}[keyof RenderQuestions]

export interface RenderedText {
  readonly html: string
  readonly dependencies: Pick<RenderDependencies, 'perUser' | 'volatile' | 'worded'>
  /** Macros that failed, with why. */
  readonly failures: readonly { readonly macro: string; readonly message: string }[]
}

/** The text is too much to render: why. */
export interface TooMuch {
  readonly limit: string
}

export const renderTask: WorkerTask<RenderInput, RenderedText | TooMuch> = {
  name: 'content.render',
  async run({ storage, page, mode, locale, baseUrl, macros }, ask) {
    const failures: { macro: string; message: string }[] = []
    const t = texts.for(locale)
    try {
      const { html, dependencies } = await render(ensureTaskIds(documentOf(storage)), {
        page,
        mode,
        locale,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        host: hostBehind(ask, page),
        t: (text, values) => identity(t(text), values),
        macros: createMacroRegistry([...builtinMacros, ...macros.map(macro => macroBehind(ask, macro))]),
        onError: (error, macro) => failures.push({ macro, message: messageOf(error) }),
      })
      const { perUser, volatile, worded } = dependencies
      return { html, dependencies: { perUser, volatile, worded }, failures }
    } catch (error) {
      if (error instanceof RenderLimitError) return { limit: error.message }
      throw error
    }
  },
}

/** The language's own texts are this feature's. */
const texts = new Texts([{ de, en }])

function question<Of extends keyof RenderQuestions>(
  ask: Ask,
  of: Of,
  asked: RenderQuestions[Of][0] & { page: RenderPage },
): Promise<RenderQuestions[Of][1]> {
  return ask({ of, ...asked }) as Promise<RenderQuestions[Of][1]>
}

function hostBehind(ask: Ask, page: RenderPage): RenderHost {
  const emoji = new Map<string, Promise<string | undefined>>()
  return {
    emojiPicture(name) {
      const known = emoji.get(name) ?? question(ask, 'emoji', { name, page })
      emoji.set(name, known)
      return known
    },
    resolve: (references, page) => question(ask, 'resolve', { references, page }),
    children: (query, page) => question(ask, 'children', { query, page }),
    async includePage(reference, page) {
      const found = await question(ask, 'include', { reference, page })
      if (!found) return undefined
      const { storage, ...included } = found
      return { ...included, document: documentOf(storage) }
    },
  }
}

/** A macro of which the wiki gives the HTML. */
function macroBehind(ask: Ask, { name, aliases, lists, output }: FeatureMacro): MacroRenderer {
  return {
    name,
    aliases,
    lists,
    output: () => output,
    references: () => [],
    async render({ invocation }, { page }) {
      const storage = serialiseNodes([invocation.element])
      return htmlFromData(await question(ask, 'macro', { storage, page }))
    },
  }
}
