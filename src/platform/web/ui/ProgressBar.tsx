import css from './ProgressBar.module.css'

/** How far work has come. @param label what the work is, for screen readers */
export function ProgressBar({ label, value, max = 100 }: { label: string; value: number; max?: number }) {
  return <progress className={css.bar} max={max} value={value} aria-label={label} />
}
