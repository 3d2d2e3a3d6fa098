import './all-utilities.css';
