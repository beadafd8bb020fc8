import { AsyncLocalStorage } from 'node:async_hooks'
import {
  parse,
  RenderBudget,
  RenderLimitError,
  renderToData,
  type Macro,
  type MacroInvocation,
  type RenderOptions,
  type RenderPage,
} from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Lane } from '#platform/server/workers/index.ts'
import type { WikiHost } from './host.ts'
import { renderTask, type FeatureMacro, type RenderedText, type RenderQuestion } from './render-task.ts'

/** Options of the wiki, which names its mode and language. */
export type WikiRenderOptions = RenderOptions & Required<Pick<RenderOptions, 'mode' | 'locale'>>

/** Context of a rendering for one viewer, beside the text. */
interface Needed {
  readonly lane: Lane
  readonly host: WikiHost
  readonly page: RenderPage
  /** Macros of features, which are rendered here. */
  readonly macros: readonly Macro[]
  optionsFor(page: RenderPage): WikiRenderOptions
}

/**
 * Renders a text in a thread, which asks for what it needs of the wiki.
 * @throws {RenderLimitError} if it is too much to render
 * @throws WorkerError when it is too much to render now
 */
export async function renderInThread(
  app: App,
  storage: string,
  { lane, host, page, macros, optionsFor }: Needed,
): Promise<Pick<RenderedText, 'html' | 'dependencies'>> {
  const depends = { perUser: false, volatile: false, worded: false }
  const add = (further: typeof depends) => {
    depends.perUser ||= further.perUser
    depends.volatile ||= further.volatile
    depends.worded ||= further.worded
  }
  // Macros of features have the limits of a page, which the thread does not know.
  const budget = new RenderBudget()
  const answer = async (question: RenderQuestion) => {
    switch (question.of) {
      case 'resolve':
        return host.resolve(question.references, question.page)
      case 'children':
        return host.children(question.query, question.page)
      case 'include':
        return host.includedText(question.reference, question.page)
      case 'emoji':
        return host.emojiPicture(question.name)
      case 'macro': {
        const { html, dependencies } = await renderToData(parse(question.storage).children, {
          ...optionsFor(question.page),
          budget,
        })
        add(dependencies)
        return html
      }
    }
  }
  // Its questions arrive outside of the call.
  const inCall = AsyncLocalStorage.snapshot()
  const { mode, locale, baseUrl, onError } = optionsFor(page)
  const input = { storage, page, mode, locale, baseUrl, macros: macros.map(featureMacro) }
  const rendered = await app.workers.run(renderTask, input, storage.length, {
    lane,
    ask: asked => inCall(() => answer(asked as RenderQuestion)),
  })
  if ('limit' in rendered) throw new RenderLimitError(rendered.limit)
  for (const { macro, message } of rendered.failures) onError?.(new Error(message), macro)
  add(rendered.dependencies)
  return { html: rendered.html, dependencies: depends }
}

/** The part of a macro that a thread needs; whether it is inline depends on no call of one that a feature adds. */
function featureMacro({ name, aliases, lists, output }: Macro): FeatureMacro {
  return { name, aliases, lists, output: output(NO_CALL) }
}

const NO_CALL: MacroInvocation = {
  name: '',
  id: undefined,
  parameters: {},
  resources: {},
  bodyKind: 'none',
  rich: [],
  plain: '',
  element: { type: 'element', name: 'ac:structured-macro', attributes: {}, children: [], offset: -1 },
}
