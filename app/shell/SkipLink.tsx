import classes from './shell.module.css'

/** The first stop of the Tab key: past the header, to the calls. */
export const SkipLink = () => (
  <a href="#conteudo" className={classes.skip}>
    Ir para as chamadas
  </a>
)
