import type { Html } from '../html/html.ts'
import { isColour, isLength } from '../html/style.ts'
import type { Reference } from '../references.ts'
import type { MacroCall, RenderContext } from '../render/types.ts'
import type { MacroInvocation } from '../views.ts'

/** Type of one parameter; `aliases` are other spellings of its name. */
export type Parameter = { readonly aliases?: readonly string[] } & (
  | { readonly type: 'string'; readonly default?: string; readonly maxLength?: number }
  | { readonly type: 'boolean'; readonly default?: boolean }
  | { readonly type: 'integer'; readonly default?: number; readonly min?: number; readonly max?: number }
  | { readonly type: 'enum'; readonly values: readonly string[]; readonly default?: string }
  | { readonly type: 'colour'; readonly default?: string }
  | { readonly type: 'length'; readonly default?: string }
)

export type ParameterSchema = Readonly<Record<string, Parameter>>

type ValueOf<P extends Parameter> = P extends { type: 'boolean' }
  ? boolean
  : P extends { type: 'integer' }
    ? P extends { default: number }
      ? number
      : number | undefined
    : P extends { type: 'enum'; values: readonly (infer V)[] }
      ? P extends { default: string }
        ? V
        : V | undefined
      : P extends { default: string }
        ? string
        : string | undefined

/** Values of a schema; an absent boolean is false. */
export type ValuesOf<S extends ParameterSchema> = { readonly [Name in keyof S]: ValueOf<S[Name]> }

export type MacroOutput = 'inline' | 'block'

export interface MacroDefinition<S extends ParameterSchema = ParameterSchema> {
  readonly name: string
  readonly aliases?: readonly string[]
  /** By name; the unnamed parameter has the name ''. */
  readonly parameters: S
  readonly body: 'none' | 'rich' | 'plain'
  /** Inline or block; some macros decide by a parameter. */
  readonly output: MacroOutput | ((invocation: MacroInvocation) => MacroOutput)
  /** It queries a list of the wiki: limited in number per rendering, each in its own turn of the event loop. */
  readonly lists?: true
  /** References that the renderer reads by `context.resolved`, beside those in its parameters. */
  references?(invocation: MacroInvocation): readonly Reference[]
  render(call: MacroCall<ValuesOf<S>>, context: RenderContext): Html | Promise<Html>
}

/** A registered macro, which reads its parameters and calls its renderer in one step. */
export interface Macro {
  readonly name: string
  readonly aliases: readonly string[]
  readonly parameters: ParameterSchema
  readonly body: 'none' | 'rich' | 'plain'
  readonly lists: boolean
  output(invocation: MacroInvocation): MacroOutput
  references(invocation: MacroInvocation): readonly Reference[]
  render(call: MacroCall<unknown>, context: RenderContext): Html | Promise<Html>
}

/** Defines a macro; the types of its parameters follow from their schema. */
export function defineMacro<const S extends ParameterSchema>(definition: MacroDefinition<S>): Macro {
  return {
    name: definition.name,
    aliases: definition.aliases ?? [],
    parameters: definition.parameters,
    body: definition.body,
    lists: definition.lists ?? false,
    output: invocation => (typeof definition.output === 'function' ? definition.output(invocation) : definition.output),
    references: invocation => definition.references?.(invocation) ?? [],
    render: (call, context) =>
      definition.render(withParameters(call, readParameters(definition.parameters, call.invocation)), context),
  }
}

/** A call with its parameters; its other members, some of them computed lazily, are inherited. */
function withParameters<P>(call: MacroCall<unknown>, parameters: P): MacroCall<P> {
  return Object.create(call, { parameters: { value: parameters, enumerable: true } }) as MacroCall<P>
}

export interface MacroRegistry {
  get(name: string): Macro | undefined
  /** Adds macros, replacing those of the same name. */
  register(...macros: readonly Macro[]): void
  list(): readonly Macro[]
}

export function createMacroRegistry(initial: readonly Macro[] = []): MacroRegistry {
  const byName = new Map<string, Macro>()
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

/** Values of a schema's parameters; invalid ones take the default. */
export function readParameters<S extends ParameterSchema>(schema: S, invocation: MacroInvocation): ValuesOf<S> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(schema)) {
    const written = [name, ...(parameter.aliases ?? [])]
      .map(spelling => invocation.parameters[spelling])
      .find(value => value !== undefined)
    values[name] = (written === undefined ? undefined : readValue(parameter, written)) ?? parameter.default
    if (parameter.type === 'boolean') values[name] ??= false
  }
  // The keys are the schema's own.
  return values as ValuesOf<S>
}

function readValue(parameter: Parameter, written: string): unknown {
  const trimmed = written.trim()
  switch (parameter.type) {
    case 'string':
      return written.slice(0, parameter.maxLength ?? 10_000)
    case 'boolean':
      if (/^(?:true|yes|on|1)$/i.test(trimmed)) return true
      return /^(?:false|no|off|0)$/i.test(trimmed) ? false : undefined
    case 'integer': {
      if (!/^[+-]?\d{1,9}$/.test(trimmed)) return undefined
      const value = Number(trimmed)
      return value < (parameter.min ?? -Infinity) || value > (parameter.max ?? Infinity) ? undefined : value
    }
    case 'enum':
      return parameter.values.find(value => value.toLowerCase() === trimmed.toLowerCase())
    case 'colour':
      return isColour(trimmed) ? trimmed : undefined
    case 'length':
      if (/^\d{1,5}$/.test(trimmed)) return `${trimmed}px`
      return isLength(trimmed) ? trimmed : undefined
  }
}
