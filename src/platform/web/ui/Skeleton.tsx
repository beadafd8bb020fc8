import css from './Skeleton.module.css'

export interface SkeletonProps {
  /** CSS sizes of the expected content. */
  width?: string
  height?: string
  isRound?: boolean
}

export function Skeleton({ width = '100%', height = '1em', isRound }: SkeletonProps) {
  return (
    <span
      className={css.skeleton}
      style={{ width, height, ...(isRound ? { borderRadius: '50%' } : {}) }}
      aria-hidden="true"
    />
  )
}

const WIDTHS = ['96%', '88%', '93%', '64%']

export function SkeletonText({ lines = 4 }: { lines?: number }) {
  return (
    <span className={css.text} aria-busy>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={WIDTHS[line % WIDTHS.length] ?? '90%'} height="0.8em" />
      ))}
    </span>
  )
}
