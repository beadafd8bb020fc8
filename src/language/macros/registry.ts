import type { Html } from '../html/html.ts'
import { isColour, isLength } from '../html/style.ts'
import type { Reference } from '../references.ts'
import type { MacroCall, RenderContext } from '../render/types.ts'
import type { MacroInvocation } from '../views.ts'

/** How one parameter reads. Other spellings of its name stand in `aliases`. */
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

/** The values that a schema reads. A boolean that is absent is false. */
export type ValuesOf<S extends ParameterSchema> = { readonly [Name in keyof S]: ValueOf<S[Name]> }

export type MacroOutput = 'inline' | 'block'

export interface MacroDefinition<S extends ParameterSchema = ParameterSchema> {
  readonly name: string
  readonly aliases?: readonly string[]
  /** By name; the unnamed parameter has the name ''. */
  readonly parameters: S
  readonly body: 'none' | 'rich' | 'plain'
  /** Whether it stands in a line of text or as a block; some say so by a parameter. */
  readonly output: MacroOutput | ((invocation: MacroInvocation) => MacroOutput)
  /** Whether it asks the wiki for a list: one rendering makes a limited number of those, each in a turn of its own. */
  readonly lists?: true
  /** What its renderer will ask `context.resolved` for, beside the resources that stand in its parameters. */
  references?(invocation: MacroInvocation): readonly Reference[]
  render(call: MacroCall<ValuesOf<S>>, context: RenderContext): Html | Promise<Html>
}

/** A macro as the registry keeps it: its parameters are read and its renderer is called in one step. */
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

/** Describes a macro; the types of its parameters follow from their schema. */
export function defineMacro<const S extends ParameterSchema>(definition: MacroDefinition<S>): Macro {
  return {
    name: definition.name,
    aliases: definition.aliases ?? [],
    parameters: definition.parameters,
    body: definition.body,
    lists: definition.lists ?? false,
    output: (invocation) =>
      typeof definition.output === 'function' ? definition.output(invocation) : definition.output,
    references: (invocation) => definition.references?.(invocation) ?? [],
    render: (call, context) =>
      definition.render(withParameters(call, readParameters(definition.parameters, call.invocation)), context),
  }
}

/** The same call with its parameters; its other members, some of which are computed when asked for, stay behind it. */
function withParameters<P>(call: MacroCall<unknown>, parameters: P): MacroCall<P> {
  return Object.create(call, { parameters: { value: parameters, enumerable: true } }) as MacroCall<P>
}

/** The macros that a renderer knows, by name. */
export interface MacroRegistry {
  get(name: string): Macro | undefined
  /** Adds a macro; one of the same name gives way. */
  register(...macros: readonly Macro[]): void
  /** All macros, each once, by name. */
  list(): readonly Macro[]
}

/** Makes a registry of these macros. */
export function createMacroRegistry(initial: readonly Macro[] = []): MacroRegistry {
  const byName = new Map<string, Macro>()
  const registry: MacroRegistry = {
    get: (name) => byName.get(name),
    register(...macros) {
      for (const macro of macros) for (const name of [macro.name, ...macro.aliases]) byName.set(name, macro)
    },
    list: () => [...new Set(byName.values())].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
  registry.register(...initial)
  return registry
}

/** Reads parameters by a schema; what does not fit takes the default. */
export function readParameters<S extends ParameterSchema>(schema: S, invocation: MacroInvocation): ValuesOf<S> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(schema)) {
    const written = [name, ...(parameter.aliases ?? [])]
      .map((spelling) => invocation.parameters[spelling])
      .find((value) => value !== undefined)
    values[name] = (written === undefined ? undefined : readValue(parameter, written)) ?? parameter.default
    if (parameter.type === 'boolean') values[name] ??= false
  }
  // Built from the schema's own names just above.
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
      return parameter.values.find((value) => value.toLowerCase() === trimmed.toLowerCase())
    case 'colour':
      return isColour(trimmed) ? trimmed : undefined
    case 'length':
      if (/^\d{1,5}$/.test(trimmed)) return `${trimmed}px`
      return isLength(trimmed) ? trimmed : undefined
  }
}
