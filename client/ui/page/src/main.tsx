import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/chart.css';
import './styles/fleet.css';
import './styles/cluster.css';
import './styles/what_if.css';
import './styles/views.css';
import './styles/capacity.css';
import 'uplot/dist/uPlot.min.css';
import { App } from './app.tsx';
import { startRouting } from './route.ts';
import { start } from './state.ts';

const started = start();  // reads the token before the router reads the URL
startRouting();
render(<App />, document.getElementById('page')!);
void started;
