/** Values in the form of a macro, by the names of parameters. */
import { isReadable } from '#language/macros/parameters.ts'
import { changeHeadValues, changeMacroValues, headValue, macroValue, type MacroValue } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import type { MacroForm, MacroParameter } from '../../macros-contract.ts'

export type MacroValues = Readonly<Record<string, MacroValue | undefined>>

/** Source of a macro, or only of its parameters if its body is edited in the text. */
export interface MacroSource {
  readonly source: string
  readonly isHead: boolean
}

/** Values that a macro has. */
export function valuesIn({ parameters }: MacroForm, { source, isHead }: MacroSource): MacroValues {
  const read = isHead ? headValue : macroValue
  return Object.fromEntries(parameters.map(parameter => [parameter.name, read(source, parameter)]))
}

/** Values of a new macro. */
export function newValues({ values }: MacroForm): MacroValues {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { text }]))
}

/** The source after a change of values; what was not changed stays as it is written. */
export function withValues(
  form: MacroForm,
  { source, isHead }: MacroSource,
  before: MacroValues,
  after: MacroValues,
): string {
  const changes = form.parameters
    .filter(({ name }) => !isSame(before[name], after[name]))
    .map(parameter => [parameter, after[parameter.name]] as const)
  if (changes.length === 0) return source
  return isHead ? changeHeadValues(source, changes) : changeMacroValues(source, changes)
}

function isSame(one: MacroValue | undefined, other: MacroValue | undefined): boolean {
  return one?.text === other?.text && one?.spaceKey === other?.spaceKey
}

/** Sentence about a value that the macro does not take; undefined for a good one. */
export function problemOf(parameter: MacroParameter, value: MacroValue | undefined): string | undefined {
  const written = value?.text.trim() ?? ''
  if (written === '') return parameter.isRequired && parameter.default === '' ? t('This field is required') : undefined
  if (isReadable(parameter, written)) return undefined
  const { min, max } = parameter
  switch (parameter.type) {
    case 'number':
      if (min !== undefined && max !== undefined) return t('Write a whole number from {{min}} to {{max}}', { min, max })
      return min === undefined ? t('Write a whole number') : t('Write a whole number from {{min}}', { min })
    case 'colour':
      return t('Write a colour, such as #1d7afc or red')
    case 'length':
      return t('Write a number of pixels, or a length such as 50%')
    default:
      return t('The macro does not know this value')
  }
}
