import './whole.css';
