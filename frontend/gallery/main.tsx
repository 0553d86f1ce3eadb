import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';
import './gallery.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(<Gallery />);
