/** Numbers of things that could not be pasted, to be told to the author. */
export interface Losses {
  /** Pictures that are not in the clipboard, such as those that Word keeps on the device. */
  pictures: number
  /** Mentions of users of another wiki, which become names. */
  mentions: number
}

export const hasLosses = ({ pictures, mentions }: Losses): boolean => pictures + mentions > 0
