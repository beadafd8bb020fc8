import type { Html } from '../html/html.ts'
import { classes } from '../html/classes.ts'
import { fragment, h, text } from '../html/html.ts'
import type { ElementNode } from '../model.ts'
import { nodesToText } from '../text.ts'
import { macroOf } from '../views.ts'
import type { MacroRenderer } from '../macros/registry.ts'
import { isBlockMacro } from './elements.ts'
import { notice } from './include.ts'
import type { Renderer } from './renderer.ts'
import type { MacroCall } from './types.ts'

/** HTML of a macro call; an unknown or failing macro becomes a box with its name and body. */
export function renderMacro(renderer: Renderer, element: ElementNode): Html {
  const invocation = macroOf(element)
  const macro = renderer.macro(invocation)
  const inline = !isBlockMacro(renderer, element)
  const marks = {
    'data-hasbody': String(invocation.bodyKind !== 'none'),
    'data-macro-name': invocation.name,
    'data-macro-id': invocation.id,
  }
  const call: MacroCall<unknown> = {
    name: invocation.name,
    parameters: {},
    invocation,
    inline,
    get plain() {
      return invocation.bodyKind === 'rich' ? nodesToText(invocation.rich) : invocation.plain
    },
    body() {
      if (invocation.bodyKind === 'plain') return text(invocation.plain)
      return renderer.nodes(invocation.rich)
    },
    root(name, attributes, ...children) {
      const own = typeof attributes.class === 'string' ? attributes.class : undefined
      const names = classes(own, 'conf-macro', inline ? 'output-inline' : 'output-block')
      const dir = inline ? undefined : renderer.directionOf(element)
      return h(name, { dir, ...attributes, class: names, ...marks }, ...children)
    },
  }
  if (!macro) return unknownMacro(call)
  try {
    const result = macro.lists ? inTurn(renderer, macro, call) : macro.render(call, renderer)
    return result instanceof Promise ? guarded(renderer, call, result) : result
  } catch (error) {
    return failedMacro(renderer, call, error)
  }
}

async function inTurn(renderer: Renderer, macro: MacroRenderer, call: MacroCall<unknown>): Promise<Html> {
  if (!renderer.session.budget.takeList())
    return call.root('div', {}, notice(renderer.t('This page has too many lists.')))
  await renderer.session.turn()
  return macro.render(call, renderer)
}

function guarded(renderer: Renderer, call: MacroCall<unknown>, result: Promise<Html>): Html {
  const safe = result.catch((error: unknown) => failedMacro(renderer, call, error))
  return fragment([safe])
}

function failedMacro(renderer: Renderer, call: MacroCall<unknown>, error: unknown): Html {
  renderer.session.failed(error, call.name)
  const message = renderer.t('The macro "{name}" could not be shown.', { name: call.name })
  return call.root(call.inline ? 'span' : 'div', { class: 'error', role: 'note' }, message)
}

/** A box with the macro's name, its rich body rendered or its plain body as text. */
function unknownMacro(call: MacroCall<unknown>): Html {
  const { invocation } = call
  const label = invocation.name === '' ? 'macro' : invocation.name
  if (call.inline)
    return call.root('span', { class: 'unknown-macro' }, h('span', { class: 'unknown-macro-name' }, label))
  const title = h('div', { class: 'unknown-macro-name' }, label)
  if (invocation.bodyKind === 'none') return call.root('div', { class: 'unknown-macro' }, title)
  const body = invocation.bodyKind === 'plain' ? h('pre', { tabindex: 0 }, call.body()) : call.body()
  return call.root('div', { class: 'unknown-macro' }, title, h('div', { class: 'unknown-macro-body' }, body))
}
