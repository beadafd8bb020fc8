import { z } from 'zod'
import { isBox, macroCategories, type Macro, type Parameter } from '#language/index.ts'
import { endpoint } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Translate } from '#platform/texts.ts'
import { looseBoolean } from '#platform/wire.ts'
import { macrosOf } from '#features/content-core/server/render.ts'
import type { EditorMacro } from '../contract.ts'
import { listMacros } from '../macros-contract.ts'

/** The macros that the editor offers, or whose body it edits, in the order in which features add them. */
export function editorMacros(ctx: Context): EditorMacro[] {
  const { t } = readerOf(ctx)
  return macrosOf(ctx.app)
    .filter(macro => macro.declaration.insert !== undefined || isBox(macro))
    .map(macro => {
      const { name, title, insert, parameters } = macro.declaration
      return {
        name,
        title: t(title),
        keywords: insert ? `${title} ${insert.keywords}` : null,
        parameters: insert?.parameters ?? {},
        isBox: isBox(macro),
        hasTitle: Object.hasOwn(parameters, 'title'),
      }
    })
}

/** Macros as editors of the old product list them. Without `detailed`, parameters are left out. */
const browseMacros = endpoint({
  method: 'GET',
  path: '/plugins/macrobrowser/browse-macros.action',
  tag: 'compatibility',
  summary: 'Macros with their titles and parameters, in the language of the reader',
  query: z.object({ detailed: looseBoolean.default(true) }),
})

export function macroCalls({ http }: App): void {
  http.handle(listMacros, ({ ctx }) => ({ macros: editorMacros(ctx) }))
  http.handle(browseMacros, ({ ctx, query: { detailed } }) => {
    const { t } = readerOf(ctx)
    return {
      categories: Object.entries(macroCategories).map(([name, title]) => ({ name, displayName: t(title) })),
      macros: macrosOf(ctx.app).map(macro => macroWire(macro, t, detailed)),
    }
  })
}

function macroWire({ declaration, aliases }: Macro, t: Translate, isDetailed: boolean) {
  const { name, title, description, category, body, insert, parameters } = declaration
  const details = Object.entries(parameters).map(([parameter, type]) => parameterWire(parameter, type, t))
  return {
    macroName: name,
    title: t(title),
    description: t(description),
    aliases,
    categories: [category],
    bodyType: { none: 'none', rich: 'rich-text', plain: 'plain-text' }[body],
    bodyDeprecated: false,
    hidden: insert === undefined,
    anyParameterRequired: details.some(({ required }) => required),
    ...(isDetailed && { formDetails: { macroName: name, parameters: details } }),
  }
}

/** Types of parameters as the old product calls them; others have the same name there. */
const OLD_TYPES: Readonly<Partial<Record<Parameter['type'], string>>> = {
  colour: 'color',
  length: 'string',
  number: 'int',
  page: 'confluence-content',
  space: 'spacekey',
  text: 'string',
  user: 'username',
}

function parameterWire(name: string, parameter: Parameter, t: Translate) {
  const { type, label, help, required = false, aliases = [], default: value } = parameter
  return {
    name,
    type: { name: OLD_TYPES[type] ?? type },
    displayName: t(label),
    description: help === undefined ? '' : t(help),
    required,
    multiple: 'list' in parameter,
    defaultValue: value === undefined ? null : String(value),
    enumValues: type === 'enum' ? parameter.values : [],
    aliases,
  }
}
