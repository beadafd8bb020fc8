/** Shape ids by another program's names. */
export type ShapeIds = Readonly<Record<string, string>>

/**
 * Parses a table of words `name` or `name:shape`. The shape is in the category unless it names another one; by default
 * it is the name in kebab case.
 */
export function shapeIds(category: string, table: string): ShapeIds {
  return Object.fromEntries(
    table
      .trim()
      .split(/\s+/)
      .map(entry => {
        const [name = '', shape = kebabCase(name)] = entry.split(':')
        return [name, shape.includes('.') ? shape : `${category}.${shape}`]
      }),
  )
}

const kebabCase = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
