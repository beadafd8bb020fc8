import type { Html } from '../html/html.ts'
import type { Reference } from '../references.ts'
import type { MacroCall, RenderContext } from '../render/types.ts'
import type { MacroInvocation } from '../views.ts'
import type { ParameterSchema, ValuesOf } from './parameters.ts'
import { readParameters } from './parameters.ts'

export type MacroOutput = 'inline' | 'block'

/** Categories of macros, by the names that the old product's clients know, with their titles. */
export const macroCategories = {
  formatting: 'Formatting',
  'confluence-content': 'Pages and content',
  navigation: 'Navigation',
  media: 'Pictures and files',
  reporting: 'Reports',
  communication: 'People',
  'external-content': 'Other sites',
} as const

/** Declaration of a macro. Texts are English, and keys of the translations. */
export interface MacroDeclaration<S extends ParameterSchema = ParameterSchema> {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly title: string
  /** One or several sentences. */
  readonly description: string
  readonly category: keyof typeof macroCategories
  readonly body: 'none' | 'rich' | 'plain'
  /** By name; the unnamed parameter has the name ''. */
  readonly parameters: S
  /** Place in the insert menus; absent for a macro that they do not offer. */
  readonly insert?: {
    /** Search words, separated by blanks. */
    readonly keywords: string
    /** Parameters of a new macro. */
    readonly parameters?: Readonly<Record<string, string>>
    /** Whether its form opens first, as for a macro with a required parameter. */
    readonly opensForm?: true
  }
  /** Whether the editor shows a rich body as a box and edits it; true unless stated otherwise. */
  readonly isBox?: false
}

export interface MacroDefinition<S extends ParameterSchema = ParameterSchema> extends MacroDeclaration<S> {
  /** Inline or block; some macros decide by a parameter. */
  readonly output: MacroOutput | ((invocation: MacroInvocation) => MacroOutput)
  /** It queries a list of the wiki: limited in number per rendering, each in its own turn of the event loop. */
  readonly lists?: true
  /** References that the renderer reads by `context.resolved`. */
  references?(parameters: ValuesOf<S>): readonly Reference[]
  render(call: MacroCall<ValuesOf<S>>, context: RenderContext): Html | Promise<Html>
}

/** Renderer of a macro, which reads its parameters and calls the definition in one step. */
export interface MacroRenderer {
  readonly name: string
  readonly aliases: readonly string[]
  readonly lists: boolean
  output(invocation: MacroInvocation): MacroOutput
  references(invocation: MacroInvocation): readonly Reference[]
  render(call: MacroCall<unknown>, context: RenderContext): Html | Promise<Html>
}

/** A macro of the wiki. */
export interface Macro extends MacroRenderer {
  readonly declaration: MacroDeclaration
}

/** Defines a macro; the types of its parameters follow from their schema. */
export function defineMacro<const S extends ParameterSchema>(definition: MacroDefinition<S>): Macro {
  const { parameters, output } = definition
  return {
    name: definition.name,
    aliases: definition.aliases ?? [],
    declaration: definition,
    lists: definition.lists ?? false,
    output: invocation => (typeof output === 'function' ? output(invocation) : output),
    references: invocation => definition.references?.(readParameters(parameters, invocation)) ?? [],
    render: (call, context) =>
      definition.render(withParameters(call, readParameters(parameters, call.invocation)), context),
  }
}

/** Whether the editor shows the body as a box and edits it. */
export function isBox({ declaration }: Macro): boolean {
  return declaration.body === 'rich' && declaration.isBox !== false
}

/** A call with its parameters; its other members, some of them computed lazily, are inherited. */
function withParameters<P>(call: MacroCall<unknown>, parameters: P): MacroCall<P> {
  return Object.create(call, { parameters: { value: parameters, enumerable: true } }) as MacroCall<P>
}

export interface MacroRegistry {
  get(name: string): MacroRenderer | undefined
  /** Adds macros, replacing those of the same name. */
  register(...macros: readonly MacroRenderer[]): void
  list(): readonly MacroRenderer[]
}

export function createMacroRegistry(initial: readonly MacroRenderer[] = []): MacroRegistry {
  const byName = new Map<string, MacroRenderer>()
  const registry: MacroRegistry = {
    get: name => byName.get(name),
    register(...macros) {
      for (const macro of macros) for (const name of [macro.name, ...macro.aliases]) byName.set(name, macro)
    },
    list: () => [...new Set(byName.values())].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
  registry.register(...initial)
  return registry
}
