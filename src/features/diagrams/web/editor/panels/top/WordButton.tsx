import { IconButton, type IconButtonProps } from '#platform/web/ui/IconButton.tsx'

export interface WordButtonProps extends IconButtonProps {
  /** Part of the label, shown where there is room for it; undefined where the icon says enough. */
  word?: string | undefined
}

/** A button of the bar whose icon needs a word. */
export function WordButton({ word, children, ...props }: WordButtonProps) {
  return (
    <IconButton {...props} {...(word === undefined ? {} : { className: 'ox-de-word' })}>
      {children}
      {word !== undefined && <span>{word}</span>}
    </IconButton>
  )
}
