import css from './Skeleton.module.css'

export interface SkeletonProps {
  /** CSS sizes; give what the content will take, so that nothing jumps. */
  width?: string
  height?: string
  isRound?: boolean
}

/** The shape of what is loading, in its place. */
export function Skeleton({ width = '100%', height = '1em', isRound }: SkeletonProps) {
  return <span className={css.skeleton} style={{ width, height, ...(isRound ? { borderRadius: '50%' } : {}) }} aria-hidden="true" />
}

const WIDTHS = ['96%', '88%', '93%', '64%']

/** Lines of text to come. */
export function SkeletonText({ lines = 4 }: { lines?: number }) {
  return (
    <span className={css.text}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={WIDTHS[line % WIDTHS.length] ?? '90%'} height="0.8em" />
      ))}
    </span>
  )
}
