import { render } from 'preact';
import { App } from './app.tsx';

render(<App />, document.querySelector('#app') as HTMLElement);
