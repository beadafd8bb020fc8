import { findShape } from '#diagrams/shapes/library.ts'

const SIGN = 22

/** A shape as a small line drawing. */
export function ShapeSign({ shape }: { shape: string }) {
  const definition = findShape(shape)
  if (!definition) return null
  if (shape === 'basic.text') return <span aria-hidden="true">T</span>
  const parameters = Object.fromEntries((definition.parameters ?? []).map(({ name, default: usual }) => [name, usual]))
  const { width, height } = definition.size
  return (
    <svg width={SIGN} height={SIGN} viewBox={`-2 -2 ${width + 4} ${height + 4}`} aria-hidden="true">
      {definition.paths(definition.size, parameters).map(({ d }) => (
        <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
