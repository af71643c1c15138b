type Keeper = () => () => void

let keeper: Keeper = () => () => {}

/**
 * Called by what opens a field that comes with an answer, a script or a transition: what is typed before it has the focus
 * is no shortcut, and is kept for it. Gives what ends the wait where the field will not come.
 */
export const awaitField: Keeper = () => keeper()

/** The keeper comes with the calls, on which letters act: the first look does without it. */
export const keepLettersBy = (next: Keeper) => {
  keeper = next
}
